/** '1,204.5': more than one decimal is noise. */
export const formatLibyears = (years: number): string =>
  years.toLocaleString(undefined, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
