import { lockfileReader, parseXmlRoot } from '../lockfile-reader.ts'
import { childrenOf } from '../../parsers/xml-document.ts'

/** packages.config: https://learn.microsoft.com/nuget/reference/packages-config */
export const packagesConfig = lockfileReader({
  id: 'packages-config',
  title: 'packages.config: its root element is not packages',
  kind: { purlType: 'nuget' },
  matchesPath: (fileName) => /^packages(?:\..+)?\.config$/i.test(fileName),
  matchesContent: (start) => /^(?:<\?xml[^>]*>\s*)?<packages>\s*<package\s+id=/.test(start),
  parse: parseXmlRoot,
  accepts: ({ name }) => name === 'packages',
  read(root, list) {
    for (const { attributes, line } of childrenOf(root, 'package')) {
      list.add({
        name: attributes.get('id') ?? '',
        version: attributes.get('version') ?? '',
        // Development dependencies are used for the build, but not shipped.
        scope: attributes.get('developmentDependency') === 'true' ? 'provided' : 'runtime',
        where: `${list.path}:${line}`,
      })
    }
    return { format: 'packages.config' }
  },
})
