/** The type of a translation: the same keys, and functions with the same parameters. */
export type Translation<T> = T extends string
  ? string
  : T extends (...values: infer P) => infer R
    ? (...values: P) => Translation<R>
    : T extends readonly (infer E)[]
      ? readonly Translation<E>[]
      : T extends object
        ? { readonly [K in keyof T]: Translation<T[K]> }
        : T
