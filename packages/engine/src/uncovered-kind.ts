import { ecosystems } from './ecosystems.ts'
import { parsePurl } from './purl.ts'
import type { Purl } from './purl-types.ts'

/** What a package URL is of: 'pkg:conda'. The namespace distinguishes types that distributions share: 'pkg:rpm/amzn'. */
export function uncoveredKind({ type, namespace }: Pick<Purl, 'type' | 'namespace'>): string {
  const isShared = ecosystems.some(({ purlType, purlNamespaces }) => purlNamespaces && purlType === type)
  return isShared && namespace !== null ? `pkg:${type}/${namespace}` : `pkg:${type}`
}

/** Of a component of no ecosystem; null for others, and without a package URL. */
export function kindOf({
  ecosystem,
  purl,
}: {
  ecosystem: string | null
  purl: string | null
}): string | null {
  const parsed = ecosystem === null && purl !== null ? parsePurl(purl) : null
  return parsed && uncoveredKind(parsed)
}
