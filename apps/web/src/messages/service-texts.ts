/** A text about an outside service: the server’s own, which is English. */
export const serviceTextOf = (text: string): string => text
