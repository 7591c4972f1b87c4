import { isCompanion, claimedReader, manifestReader } from './readers.ts'

/** Files in which plugins, classes and programs are named. Those that list packages name all of them, and say nothing. */
export function isConfiguration(path: string): boolean {
  if (/(?:^|\/)package\.json$|^\.github\/.+\.ya?ml$/.test(path)) return true
  if (!named.test(path) || /(?:^|[._-])lock\b/.test(path)) return false
  const reader = claimedReader(path) ?? manifestReader(path)
  return reader === null ? !isCompanion(path) : reader.namesImages === true
}

const named =
  /(?:^|\/)(?:Dockerfile[^/]*|Procfile|Makefile|[^/]+\.(?:ya?ml|json5?|jsonc|xml|properties|toml|cfg|ini|conf|config|sh|bash|bat|cmd|ps1|html?|css|s[ac]ss|less|twig|erb)|\.[^/]*rc)$/

/** A package.json without what it depends on. */
export function configurationText(path: string, text: string): string {
  if (!/(?:^|\/)package\.json$/.test(path)) return text
  try {
    const json: unknown = JSON.parse(text)
    return JSON.stringify(json, (key, value: unknown) =>
      /dependencies|^resolutions$|^overrides$|^pnpm$/i.test(key) ? undefined : value,
    )
  } catch {
    return text
  }
}
