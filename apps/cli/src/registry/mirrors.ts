/** 'docker.io=https://mirror.example.org', separated by commas: the addresses that stand for hosts of registries. */
export function readMirrors(text = ''): Map<string, string> {
  const pairs = text.split(',').flatMap((pair) => {
    const [, host, address] = /^\s*([^=\s]+)=(https?:\/\/\S+?)\/?\s*$/.exec(pair) ?? []
    return host === undefined ? [] : [[host, address!] as const]
  })
  return new Map(pairs)
}
