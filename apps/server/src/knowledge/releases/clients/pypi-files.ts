const archive = /\.(?:tar\.(?:gz|bz2|xz|Z)|tgz|zip|egg|whl|exe|msi|rpm|deb|dmg)$/i

/** The version in a file name such as 'requests-2.31.0-py3-none-any.whl' or 'zope.interface-5.0.tar.gz'; null if none. */
export function versionOfFile(file: string, normalizedName: string): string | null {
  if (!archive.test(file)) return null
  const stem = file.replace(archive, '')
  const isSource = /\.(?:tar\.\w+|tgz|zip)$/i.test(file)
  // Names may contain hyphens: the package name ends at the first hyphen where it matches.
  for (let at = stem.indexOf('-'); at > 0; at = stem.indexOf('-', at + 1)) {
    if (normalize(stem.slice(0, at)) !== normalizedName) continue
    const rest = stem.slice(at + 1)
    const version = isSource ? rest : rest.split('-', 1)[0]!
    return /^v?\d/i.test(version) ? version.replaceAll('_', '+') : null
  }
  return null
}

const normalize = (name: string) => name.toLowerCase().replaceAll(/[-_.]+/g, '-')
