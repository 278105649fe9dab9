/** The colours of the pictures that icons and splash screens use. */
export const palette = {
  paper: '#FBF5EA',
  milk: '#FFFDF8',
  crema: '#F3E3C8',
  espresso: '#2A1811',
  coffee: '#6B4226',
  caramel: '#C98A4B',
  gulaAren: '#A65A1E',
  water: '#2F6F73',
  waterLight: '#A8CFCB',
  rose: '#E7B7A0',
  turmeric: '#E3A72F',
} as const;
