import { lockfileReader, parseLines } from '../lockfile-reader.ts'

/** .terraform.lock.hcl: https://developer.hashicorp.com/terraform/language/files/dependency-lock. Providers run where infrastructure is changed. */
export const terraformLock = lockfileReader<string[]>({
  id: 'terraform-lock',
  title: 'lockfile of Terraform',
  kind: { purlType: 'terraform', separator: '/' },
  isAuxiliary: true,
  matchesPath: (fileName) => fileName === '.terraform.lock.hcl',
  parse: parseLines,
  empty: [],
  read(lines, list) {
    let provider: { name: string; where: string } | null = null
    for (const [at, line] of lines.entries()) {
      const name = /^provider\s+"([^"]+)"\s*\{/.exec(line)?.[1]
      const version = /^\s+version\s*=\s*"([^"]*)"/.exec(line)?.[1]
      if (name !== undefined) provider = { name, where: `${list.path}:${at + 1}` }
      if (version === undefined || provider === null) continue
      list.add({ ...provider, version, scope: 'test', isDirect: true })
      provider = null
    }
    return { format: '.terraform.lock.hcl' }
  },
})
