import { type PackageManagerConfig, readFirst, readIni, registryAt } from './config-files.ts'

// https://pip.pypa.io/en/stable/topics/configuration/

export const pipConf: PackageManagerConfig = {
  ecosystem: 'pypi',
  async find(files) {
    const file = files.variable('PIP_CONFIG_FILE')
    const text = await readFirst([
      ...(file === undefined ? [] : [() => files.read(file)]),
      () => files.readHome('.config/pip/pip.conf'),
      () => files.readHome('.pip/pip.conf'),
      () => files.read('/etc/pip.conf'),
    ])
    const values = readIni(text ?? '')
    const address =
      files.variable('PIP_INDEX_URL') ?? values.get('install.index-url') ?? values.get('global.index-url')
    const registry = registryAt(address)
    return registry === null ? [] : [registry]
  },
}
