/**
 * Usual TDS rates of clients, in percent of the taxable value: contract work by a proprietor, other
 * contract work, commission until September 2024, and professional fees. Payment forms and bank matching
 * use them.
 */
export const CLIENT_TDS_RATES = [1, 2, 5, 10] as const;
