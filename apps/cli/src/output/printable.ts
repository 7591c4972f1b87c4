/** Names come from documents: no control characters, which a terminal would obey. */
export const printable = (text: string): string => text.replaceAll(/[\p{Cc}\p{Bidi_Control}]/gu, '�')
