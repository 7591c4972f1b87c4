/**
 * The value that the object itself holds under the name, undefined when there is none. Names from outside are looked
 * up by this alone: by brackets, 'constructor' and '__proto__' would find what every object inherits.
 */
export function ownProperty<T>(object: { readonly [name: string]: T } | null | undefined, name: string) {
  return object && Object.hasOwn(object, name) ? object[name] : undefined
}
