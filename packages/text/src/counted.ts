/** '1 project', '2 projects', '3 branches'. English. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
