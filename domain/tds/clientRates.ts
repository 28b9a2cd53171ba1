/**
 * Usual TDS rates of clients, in percent of the taxable value: work of a proprietor, work, commission until
 * September 2024, professional fees. Payment forms offer them and bank matching knows them.
 */
export const CLIENT_TDS_RATES = [1, 2, 5, 10] as const;
