import { type ClientConfiguration, readFirst, readIni, registryAt } from './machine.ts'

// https://pip.pypa.io/en/stable/topics/configuration/

export const pipConf: ClientConfiguration = {
  ecosystem: 'pypi',
  async find(machine) {
    const file = machine.variable('PIP_CONFIG_FILE')
    const text = await readFirst([
      ...(file === undefined ? [] : [() => machine.read(file)]),
      () => machine.readHome('.config/pip/pip.conf'),
      () => machine.readHome('.pip/pip.conf'),
      () => machine.read('/etc/pip.conf'),
    ])
    const values = readIni(text ?? '')
    const address =
      machine.variable('PIP_INDEX_URL') ?? values.get('install.index-url') ?? values.get('global.index-url')
    const registry = registryAt(address)
    return registry === null ? [] : [registry]
  },
}
