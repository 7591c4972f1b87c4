/** Rejects if the browser does not allow it: the clipboard requires a secure context. */
export const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)
