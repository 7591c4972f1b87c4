/** Rejects where the browser does not allow it: without a secure context there is no clipboard. */
export const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)
