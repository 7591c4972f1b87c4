/** Files of vendored folders that list the packages in them, by the folder's name. Other files there are not looked at. */
export const folderLists: ReadonlyMap<string, string> = new Map([['vendor', 'modules.txt']])

/** Whether a path is that of such a list. */
export function isFolderList(path: string): boolean {
  const [folder = '', name] = path.split('/').slice(-2)
  return name !== undefined && folderLists.get(folder) === name
}
