import type { Cataloger, FoundPackage } from '../../model/cataloger.ts'
import { folderOf, nameOf } from '../../trees/tree.ts'
import { installedPackage } from '../installed-package.ts'
import { textOfFile } from '../text-lines.ts'

// https://developer.wordpress.org/plugins/plugin-basics/header-requirements/

const plugin = /(?:^|\/)wp-content\/(?:mu-)?plugins\/[^/]+\/[^/]+\.php$/s
const theme = /(?:^|\/)wp-content\/themes\/[^/]+\/style\.css$/s
const core = /(?:^|\/)wp-includes\/version\.php$/s
/** WordPress reads as much. */
const headerBytes = 8_192

/** WordPress itself, and its plugins and themes by the comments in their files. No advisories in OSV's format name them. */
export const wordpress: Cataloger = {
  id: 'wordpress',
  claims: (path) => plugin.test(path) || theme.test(path) || core.test(path),
  read({ path, bytes }) {
    const text = textOfFile(bytes.subarray(0, headerBytes))
    const found = core.test(path)
      ? packageOf('generic', { name: 'wordpress', version: coreVersion(text), path, license: '' })
      : packageOfHeader(text, path)
    return { packages: found ? [found] : [], issues: [] }
  },
}

const coreVersion = (text: string): string => /\$wp_version\s*=\s*['"]([^'"]+)['"]/.exec(text)?.[1] ?? ''

/** Of a plugin's files, one has the header. Its folder is its name in the directory of WordPress. */
function packageOfHeader(text: string, path: string): FoundPackage | null {
  const kind = plugin.test(path) ? 'Plugin' : 'Theme'
  if (headerField(text, `${kind} Name`) === '') return null
  const details = { version: headerField(text, 'Version'), license: headerField(text, 'License') }
  return packageOf(`wordpress-${kind.toLowerCase()}`, { name: nameOf(folderOf(path)), path, ...details })
}

const headerField = (text: string, name: string): string =>
  new RegExp(`^[ \\t/*#@]*${name}:[ \\t]*(.*?)[ \\t]*(?:\\*/)?\\r?$`, 'im').exec(text)?.[1] ?? ''

interface Details {
  name: string
  version: string
  path: string
  license: string
}

const packageOf = (type: string, { name, version, path, license }: Details): FoundPackage | null =>
  installedPackage({
    purl: { type, namespace: null, name, version },
    path,
    licenses: license === '' ? [] : [license],
  })
