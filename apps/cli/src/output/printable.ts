/** Removes control characters from untrusted names, which a terminal would interpret. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '�')
