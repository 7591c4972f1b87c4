import { afterName, majorRelease, rpmDistribution } from '../distribution.ts'
import type { Ecosystem } from '../ecosystem.ts'
import { moduleStreams, withStream } from '../module-streams.ts'

/**
 * Suffixes are the tail of a CPE: 'enterprise_linux:9::baseos' is '9'. Others, such as 'rhel_eus:9.2::appstream', are
 * separate streams and products with fixed versions of their own, so they are kept unchanged.
 */
function fromSuffix(suffix: string): string | null {
  const product = suffix.toLowerCase().split('::')[0]!
  return majorRelease(product.replace(/^(?:enterprise_linux|rhel):/, '')) ?? (product === '' ? null : product)
}

/** Its advisories name binary packages. */
export const redHat: Ecosystem = rpmDistribution({
  id: 'red-hat',
  osvName: 'Red Hat',
  purlNamespaces: ['redhat', 'rhel', 'red-hat'],
  release: {
    ...moduleStreams,
    cpe: 'redhat:enterprise_linux',
    versionMark: /\.el\d+(?!\S*\.(?:alma|rocky))/,
    fromSuffix,
    fromQualifiers: (qualifiers) => {
      const text = afterName(qualifiers, /^(?:rhel|red[- ]?hat(?:[- ]enterprise[- ]linux)?)/i)
      return withStream(majorRelease(text) ?? (text === '' ? null : text), qualifiers)
    },
  },
})
