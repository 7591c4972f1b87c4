const s3Address = /^s3:\/\/([a-z\d][a-z\d.-]{1,61}[a-z\d])(?:\/([^?#]*))?$/

/** 's3://bucket/folder' as bucket and prefix; null for anything else. */
export function readS3Address(text: string): { bucket: string; prefix: string } | null {
  const [, bucket, path = ''] = s3Address.exec(text) ?? []
  if (bucket === undefined) return null
  const folder = path.replaceAll(/^\/+|\/+$/g, '')
  return { bucket, prefix: folder === '' ? '' : `${folder}/` }
}
