/** Decodes base64 in either alphabet; null if it is neither. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}
