/** Whether a statement failed with a unique violation. https://www.postgresql.org/docs/15/errcodes-appendix.html */
export const isUniqueViolation = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === '23505'
