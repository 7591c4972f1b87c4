import { parsePurl } from '@assay/engine/purl.ts'

/** A package URL without qualifiers, which products write differently: 'npm/lodash/4.17.4'. Other text stays. */
export function componentName(purl: string): string {
  const parsed = parsePurl(purl)
  if (!parsed) return purl
  const { type, namespace, name, version } = parsed
  return [type, namespace, name, version].filter((part) => part !== null && part !== '').join('/')
}
