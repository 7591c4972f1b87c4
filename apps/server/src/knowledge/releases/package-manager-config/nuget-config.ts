import { childOf, childrenOf, readXml } from '@assay/engine/documents/parsers/xml-document.ts'
import { basic, type PackageManagerConfig, readFirst, registryAt } from './config-files.ts'

// https://learn.microsoft.com/en-us/nuget/reference/nuget-config-file

export const nugetConfig: PackageManagerConfig = {
  ecosystem: 'nuget',
  async find(files) {
    const text = await readFirst([
      () => files.readHome('.nuget/NuGet/NuGet.Config'),
      () => files.readHome('.config/NuGet/NuGet.Config'),
      () => files.readHome('AppData/Roaming/NuGet/NuGet.Config'),
    ])
    const { root } = readXml({
      path: 'NuGet.Config',
      bytes: new TextEncoder().encode(text ?? '<configuration/>'),
    })
    const entriesOf = (name: string, parent = root) => {
      const list = childOf(parent, name)
      return list === null ? [] : childrenOf(list, 'add')
    }
    const credentials = childOf(root, 'packageSourceCredentials')
    for (const source of entriesOf('packageSources')) {
      const registry = registryAt(source.attributes.get('value'))
      // A local folder, or a v2 registry.
      if (!registry?.url.endsWith('/index.json')) continue
      const name = (source.attributes.get('key') ?? '').replaceAll(' ', '_x0020_')
      const values = new Map(
        (credentials === null ? [] : entriesOf(name, credentials)).map(({ attributes }) => [
          attributes.get('key'),
          attributes.get('value') ?? '',
        ]),
      )
      const [user, password] = [values.get('Username'), values.get('ClearTextPassword')]
      const url = registry.url.slice(0, -'/index.json'.length)
      return [{ ...registry, url, ...(user && password && { authorization: basic(user, password) }) }]
    }
    return []
  },
}
