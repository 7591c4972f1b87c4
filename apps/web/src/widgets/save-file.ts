/** Saves a file like a download; a plain link could not send the token. */
export function saveFile(name: string, content: Uint8Array<ArrayBuffer> | string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // Revoked later, because the browser reads it after the click.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
