/** Whether a text has the form of a UUID of any version: PostgreSQL rejects any other. */
export const isUuid = (text: string): boolean => /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
