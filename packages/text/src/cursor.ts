/** A position in a list as text for an address: JSON in base64url. */
export function encodeCursor(position: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(position))
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
}

/** The position, unchecked; undefined for a text that is none. */
export function decodeCursor(text: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (byte) =>
      byte.charCodeAt(0),
    )
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    // Checked by the caller's schema.
    return undefined
  }
}
