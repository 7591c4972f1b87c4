import type { Ecosystem } from '../ecosystems/ecosystem.ts'
import { parseCpe } from '../cpe.ts'
import { ecosystemByCpe, ecosystemOfPurl, ecosystems } from '../ecosystems.ts'
import { formatPurl, parsePurl } from '../purl.ts'
import type { StatementTarget } from './statement-log.ts'
import type { VexProduct } from './vex-document.ts'

/** A release of a distribution, as in 'cpe:/a:redhat:enterprise_linux:8::appstream'. */
export interface Platform {
  ecosystem: Ecosystem
  /** As in the qualifier of package URLs. */
  distro: string
}

/** null for other products, whose packages may differ from the distribution's. */
export function platformOf(cpe: string): Platform | null {
  const [, product = '', distro = ''] = releaseCpe.exec(cpe) ?? []
  const ecosystem = ecosystemByCpe(product)
  const release = ecosystem?.release?.fromQualifiers({ distro }) ?? null
  return ecosystem && release !== null ? { ecosystem, distro } : null
}

/** Whether the CPE is of a vendor of distributions: other products than its releases contain packages of their own. */
export function isOfDistributor(cpe: string): boolean {
  const vendor = parseCpe(cpe)?.product.split(':')[0]
  return ecosystems.some(({ release }) => vendor !== undefined && release?.cpe.split(':')[0] === vendor)
}

/** Vendor, product and version, without an update. */
const releaseCpe = /^cpe:(?:\/|2\.3:)[ao]:([^:]+:[^:]+):([^:*-][^:]*)(?::[*-]?(?::.*)?)?$/

/** A package of the distribution's release; null if it is another one's. */
export function packageOfPlatform(
  { id, versions }: VexProduct,
  { ecosystem, distro }: Platform,
): StatementTarget | null {
  const purl = parsePurl(id)
  if (!purl || ecosystemOfPurl(purl) !== ecosystem) return null
  const qualifiers = { ...purl.qualifiers, distro }
  return { product: { id: formatPurl({ ...purl, qualifiers }), versions }, subcomponent: null }
}
