import { childOf, childrenOf, childText, readXml } from '@assay/engine/documents/parsers/xml-document.ts'
import { basic, type PackageManagerConfig, registryAt } from './config-files.ts'

// https://maven.apache.org/settings.html

export const mavenSettings: PackageManagerConfig = {
  ecosystem: 'maven',
  async find(files) {
    const text = await files.readHome('.m2/settings.xml')
    const { root } = readXml({ path: 'settings.xml', bytes: new TextEncoder().encode(text ?? '<settings/>') })
    const mirrors = childOf(root, 'mirrors')
    const mirror = (mirrors === null ? [] : childrenOf(mirrors, 'mirror')).find((each) =>
      childText(each, 'mirrorOf')
        .split(',')
        .some((name) => /^(?:\*|external:\*|central)$/.test(name.trim())),
    )
    const registry = mirror ? registryAt(childText(mirror, 'url')) : null
    if (!mirror || registry === null) return []
    const servers = childOf(root, 'servers')
    const server = (servers === null ? [] : childrenOf(servers, 'server')).find(
      (each) => childText(each, 'id') === childText(mirror, 'id'),
    )
    const [user, password] = server
      ? [childText(server, 'username'), childText(server, 'password')]
      : ['', '']
    // Passwords in braces are encrypted, and only Maven can decrypt them.
    const isUsable = user !== '' && !password.startsWith('{')
    return [{ ...registry, ...(isUsable && { authorization: basic(user, password) }) }]
  },
}
