import { type PackageManagerConfig, readIni, registryAt } from './config-files.ts'

// https://go.dev/ref/mod#environment-variables

export const goEnv: PackageManagerConfig = {
  ecosystem: 'go',
  async find(files) {
    const file = files.variable('GOENV')
    const text = await (file === undefined ? files.readHome('.config/go/env') : files.read(file))
    const values = readIni(text ?? '')
    const value = (name: string) => files.variable(name) ?? values.get(name)
    const registry = registryAt(
      value('GOPROXY')
        ?.split(/[,|]/)
        .find((each) => /^https?:/.test(each)),
    )
    const patterns = (value('GONOPROXY') ?? value('GOPRIVATE') ?? '').split(',').filter((each) => each !== '')
    const own = { url: null, matches: (name: string) => patterns.some((pattern) => isWithin(name, pattern)) }
    return [...(patterns.length > 0 ? [own] : []), ...(registry === null ? [] : [registry])]
  },
}

/** Whether the leading path elements match the pattern, where '*' matches within one element. */
function isWithin(path: string, pattern: string): boolean {
  const patternParts = pattern.replace(/\/$/, '').split('/')
  const parts = path.split('/')
  return patternParts.every((each, index) => {
    const source = RegExp.escape(each)
      .replaceAll(String.raw`\*`, '.*')
      .replaceAll(String.raw`\?`, '.')
    return parts[index] !== undefined && new RegExp(`^${source}$`).test(parts[index])
  })
}
