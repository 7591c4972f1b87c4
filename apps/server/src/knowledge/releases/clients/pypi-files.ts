const archive = /\.(?:tar\.(?:gz|bz2|xz|Z)|tgz|zip|egg|whl|exe|msi|rpm|deb|dmg)$/i

/** The version in a file's name, 'requests-2.31.0-py3-none-any.whl' or 'zope.interface-5.0.tar.gz'; null: it has none. */
export function versionOfFile(file: string, normalizedName: string): string | null {
  if (!archive.test(file)) return null
  const stem = file.replace(archive, '')
  const isSource = /\.(?:tar\.\w+|tgz|zip)$/i.test(file)
  // A name may have hyphens itself: the first one that the package's name ends at.
  for (let at = stem.indexOf('-'); at > 0; at = stem.indexOf('-', at + 1)) {
    if (normalize(stem.slice(0, at)) !== normalizedName) continue
    const rest = stem.slice(at + 1)
    const version = isSource ? rest : rest.split('-', 1)[0]!
    return /^v?\d/i.test(version) ? version.replaceAll('_', '+') : null
  }
  return null
}

const normalize = (name: string) => name.toLowerCase().replaceAll(/[-_.]+/g, '-')
