import { projectSpellings } from '@assay/engine/project-address.ts'

/** What VEX documents call a project: its url, which its own exports name, its uuid, or the url as others spell it. */
export const productIdsOf = ({ url, uuid }: { url: string; uuid: string }): [string, ...string[]] => [
  isIri(url) ? url : `urn:uuid:${uuid}`,
  `urn:uuid:${uuid}`,
  ...projectSpellings(url).filter((spelling) => spelling !== url && isIri(spelling)),
]

const isIri = (text: string): boolean => /^[a-z][a-z\d+.-]*:\S+$/i.test(text)
