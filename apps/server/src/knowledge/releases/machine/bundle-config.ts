import { type ClientConfiguration, registryAt } from './machine.ts'

// https://bundler.io/man/bundle-config.1.html#MIRRORS-OF-GEM-SOURCES

export const bundleConfig: ClientConfiguration = {
  ecosystem: 'rubygems',
  async find(machine) {
    const file = machine.variable('BUNDLE_USER_CONFIG')
    const text = await (file === undefined ? machine.readHome('.bundle/config') : machine.read(file))
    const mirrors = [...(text ?? '').matchAll(/^BUNDLE_MIRROR__(\w[^:\s]*):\s*"?([^"\s]+)"?\s*$/gm)]
    const mirror =
      mirrors.find(([, of]) => of === 'ALL') ?? mirrors.find(([, of]) => of!.includes('RUBYGEMS'))
    const registry = registryAt(mirror?.[2])
    return registry === null ? [] : [registry]
  },
}
