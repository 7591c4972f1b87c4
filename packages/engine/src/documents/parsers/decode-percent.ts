/** Decodes an address or a part of one; as it is if that is no valid encoding (RFC 3986, section 2.1). Never throws. */
export function decodePercent(text: string): string {
  if (!text.includes('%')) return text
  try {
    const decoded = decodeURIComponent(text)
    return decoded.includes('\0') ? text : decoded
  } catch {
    return text
  }
}
