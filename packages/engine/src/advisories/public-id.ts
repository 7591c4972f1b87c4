/** Where an advisory is published under its id, by the start of the id; those of others are found through its links. */
const pages: readonly [prefix: string, page: (id: string) => string][] = [
  ['CVE-', (id) => `https://nvd.nist.gov/vuln/detail/${id}`],
  ['GHSA-', (id) => `https://github.com/advisories/${id}`],
  ['RUSTSEC-', (id) => `https://rustsec.org/advisories/${id}.html`],
  ['GO-', (id) => `https://pkg.go.dev/vuln/${id}`],
  ['PYSEC-', osvPage],
  ['MAL-', osvPage],
  ['DSA-', (id) => `https://security-tracker.debian.org/tracker/${id}`],
  ['DLA-', (id) => `https://security-tracker.debian.org/tracker/${id}`],
  ['USN-', (id) => `https://ubuntu.com/security/notices/${id}`],
  ['RHSA-', (id) => `https://access.redhat.com/errata/${id}`],
  ['ALSA-', osvPage],
  ['RLSA-', osvPage],
  ['SUSE-SU-', osvPage],
  ['openSUSE-SU-', osvPage],
  ['CGA-', osvPage],
  ['BIT-', osvPage],
  ['MINI-', osvPage],
  ['CLEANSTART-', osvPage],
  ['BELL-', osvPage],
  ['AZL-', osvPage],
  ['MGASA-', osvPage],
  ['OESA-', osvPage],
  ['ECHO-', osvPage],
  ['CLSA-', osvPage],
  ['ROOT-', osvPage],
  ['HSEC-', osvPage],
  ['RSEC-', osvPage],
  ['OSEC-', osvPage],
  ['CURL-', osvPage],
  ['OSV-', osvPage],
]

function osvPage(id: string): string {
  return `https://osv.dev/vulnerability/${id}`
}

const rankOf = (id: string): number => {
  const rank = pages.findIndex(([prefix]) => id.startsWith(prefix))
  return rank < 0 ? pages.length : rank
}

/** The id by which people know an advisory, of its records' ids and aliases; null if there are none. */
export const publicIdOf = (ids: Iterable<string>): string | null =>
  [...ids].sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1))[0] ?? null

/** The page of the advisory, otherwise the first of its links; null if there is neither. */
export function advisoryPage(id: string, links: readonly { url: string }[]): string | null {
  const page = pages.find(([prefix]) => id.startsWith(prefix))?.[1]
  if (page && /^[\w:.-]+$/.test(id)) return page(id)
  return links.find(({ url }) => /^https?:\/\//.test(url))?.url ?? null
}

interface Named {
  cve: string | null
  /** See publicIdOf. Absent in older data. */
  publicId?: string | null | undefined
  advisoryUuid: string
}

/** The id under which an advisory is shown everywhere: its CVE, otherwise the one that people know, otherwise its short id. */
export const displayId = ({ cve, publicId, advisoryUuid }: Named): string =>
  cve ?? publicId ?? shortId(advisoryUuid)

/** 'MET-' and the part of the uuid before the first hyphen. */
export const shortId = (advisoryUuid: string): string => `MET-${advisoryUuid.split('-', 1)[0]}`
