/** Files of vendored folders that list the packages in them, by the folder's name. Other files there are not looked at. */
export const folderLists: ReadonlyMap<string, string> = new Map([['vendor', 'modules.txt']])

const paths = [...folderLists].map(([folder, name]) => `/${folder}/${name}`)

/** Whether a path is that of such a list. */
export const isFolderList = (path: string): boolean => paths.some((each) => `/${path}`.endsWith(each))
