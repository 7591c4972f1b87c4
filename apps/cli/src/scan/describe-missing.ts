/** Why there is nothing at a path. */
export const describeMissing = (path: string): string =>
  /^[a-z\d]+(?:[._/-][a-z\d]+)*$/.test(path)
    ? `No such file or folder: ${path}. To read an image from its registry, name its tag: ${path}:latest`
    : `No such file or folder: ${path}`
