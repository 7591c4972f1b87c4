/** A text about an outside service: the server’s own, which is English. */
export const deliveryTextOf = (text: string): string => text
