/** Artifact and version of a jar's file name; null if it has no version. */
export function readJarName(fileName: string): { artifact: string; version: string } | null {
  const stem = stemOf(fileName)
  // The Scala version belongs to the artifact: 'kafka_2.13-3.2.2'. Eclipse separates by '_', a few by '.'.
  const [, artifact, version] =
    /^(.+?)_(\d+\.\d+\.\d+[\w.+-]*)$/.exec(stem) ??
    /^(.+?)-(\d[\w.+]*(?:-[\w.+]+)*)$/.exec(stem) ??
    /^([A-Za-z-]+)\.(\d[\w.+-]*)$/.exec(stem) ??
    []
  return artifact === undefined ? null : { artifact, version: version!.replace(classifier, '') }
}

export const stemOf = (fileName: string): string => fileName.replace(/\.[a-z]{2,4}$/i, '')

/** What a file is for or contains, after the version. */
const classifier =
  /-(?:sources|javadoc|tests?|all|shaded|jakarta|linux-[\w-]+|osx-[\w-]+|windows-[\w-]+|jar-with-dependencies)$/
