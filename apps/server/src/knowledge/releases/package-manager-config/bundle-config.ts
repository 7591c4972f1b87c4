import { type PackageManagerConfig, registryAt } from './config-files.ts'

// https://bundler.io/man/bundle-config.1.html#MIRRORS-OF-GEM-SOURCES

export const bundleConfig: PackageManagerConfig = {
  ecosystem: 'rubygems',
  async find(files) {
    const file = files.variable('BUNDLE_USER_CONFIG')
    const text = await (file === undefined ? files.readHome('.bundle/config') : files.read(file))
    const mirrors = [...(text ?? '').matchAll(/^BUNDLE_MIRROR__(\w[^:\s]*):\s*"?([^"\s]+)"?\s*$/gm)]
    const mirror =
      mirrors.find(([, of]) => of === 'ALL') ?? mirrors.find(([, of]) => of!.includes('RUBYGEMS'))
    const registry = registryAt(mirror?.[2])
    return registry === null ? [] : [registry]
  },
}
