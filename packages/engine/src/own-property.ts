/**
 * The object's own value of a property, otherwise undefined. Required for untrusted names: with brackets, 'constructor'
 * and '__proto__' would find inherited properties.
 */
export function ownProperty<T>(object: { readonly [name: string]: T } | null | undefined, name: string) {
  return object && Object.hasOwn(object, name) ? object[name] : undefined
}
