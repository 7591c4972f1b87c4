/** A CVE or CWE as is; anything else as MET- and the part before the first hyphen. */
export const shortId = (id: string): string =>
  id.startsWith('CVE') || id.startsWith('CWE') ? id : `MET-${id.split('-', 1)[0]}`
