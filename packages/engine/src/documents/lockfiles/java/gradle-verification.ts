import { lockfileReader, parseXmlRoot } from '../lockfile-reader.ts'
import { childOf, childrenOf, type XmlElement } from '../../parsers/xml-document.ts'

/** gradle/verification-metadata.xml: https://docs.gradle.org/current/userguide/dependency_verification.html */
export const gradleVerification = lockfileReader({
  id: 'gradle-verification',
  title: 'Gradle verification metadata: it lists no components',
  kind: { purlType: 'maven', separator: ':' },
  matchesPath: (fileName) => fileName === 'verification-metadata.xml',
  matchesContent: (start) => /^(?:<\?xml[^>]*>\s*)?<verification-metadata[\s>]/.test(start),
  parse: parseXmlRoot,
  accepts: ({ name }) => name === 'verification-metadata',
  read(root, list) {
    let descriptors = 0
    for (const component of childrenOf(childOf(root, 'components'), 'component')) {
      const { attributes, line } = component
      const [group = '', name = ''] = [attributes.get('group'), attributes.get('name')]
      const artifacts = childrenOf(component, 'artifact')
      const built = artifacts.filter((artifact) => !isDescriptor(artifact))
      if (artifacts.length > 0 && built.length === 0) {
        descriptors++
        continue
      }
      const version = attributes.get('version') ?? ''
      const main = built.find((artifact) => artifact.attributes.get('name') === `${name}-${version}.jar`)
      const hashes = hashesOf(main ?? built[0])
      list.add({
        name: name === '' ? '' : `${group}:${name}`,
        version,
        hashes,
        where: `${list.path}:${line}`,
      })
    }
    if (descriptors > 0) {
      const message = `Left out, as only their description is verified (parents, and what was only looked at): ${descriptors} versions.`
      list.log.add('versions-not-built', message, list.path)
    }
    return { format: 'verification-metadata.xml' }
  },
})

const isDescriptor = ({ attributes }: XmlElement) => /\.(?:pom|module)$/.test(attributes.get('name') ?? '')

const algorithms = [
  ['sha512', 'SHA-512'],
  ['sha256', 'SHA-256'],
  ['sha1', 'SHA-1'],
  ['md5', 'MD5'],
] as const

function hashesOf(artifact: XmlElement | undefined): { algorithm: string; value: string }[] {
  return algorithms.flatMap(([element, algorithm]) => {
    const value = childOf(artifact ?? null, element)?.attributes.get('value') ?? ''
    return value === '' ? [] : [{ algorithm, value }]
  })
}
