import { DocumentRegister } from "./DocumentRegister.tsx";

export default function SalesRegister() {
  return (
    <DocumentRegister of="sales" name="sales-register" title="Sales register" folder="invoices" />
  );
}
