import { DocumentRegister } from "./DocumentRegister.tsx";

export default function PurchaseRegister() {
  return (
    <DocumentRegister
      of="purchases"
      name="purchase-register"
      title="Purchase register"
      folder="bills"
    />
  );
}
