import { projectSpellings } from '@assay/engine/project-address.ts'

/** Identifiers of a project in VEX documents: its url as in its own exports, its uuid, or other spellings of the url. */
export const productIdsOf = ({ url, uuid }: { url: string; uuid: string }): [string, ...string[]] => [
  isIri(url) ? url : `urn:uuid:${uuid}`,
  `urn:uuid:${uuid}`,
  ...projectSpellings(url).filter((spelling) => spelling !== url && isIri(spelling)),
]

const isIri = (text: string): boolean => /^[a-z][a-z\d+.-]*:\S+$/i.test(text)
