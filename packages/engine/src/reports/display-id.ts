/** Display id of an advisory: its CVE, otherwise MET- and the part of its uuid before the first hyphen. */
export const displayId = (cve: string | null, advisoryUuid: string): string =>
  cve ?? `MET-${advisoryUuid.split('-', 1)[0]}`
