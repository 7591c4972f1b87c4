/** Fields 'Name: value' of the first paragraph, by names in lower case; lines that begin with a blank go on. '' if absent. */
export function controlFields(text: string): (name: string) => string {
  const fields = new Map<string, string>()
  let last = ''
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' && fields.size > 0) break
    const [, name, value] = /^([A-Za-z][\w@/.-]*):[ \t]*(.*?)[ \t]*$/.exec(line) ?? []
    if (name !== undefined) {
      last = name.toLowerCase()
      if (!fields.has(last)) fields.set(last, value!)
    } else if (/^[ \t]/.test(line) && last !== '')
      fields.set(last, `${fields.get(last)} ${line.trim()}`.trim())
  }
  return (name) => fields.get(name) ?? ''
}
