import { sendPicture, type UploadOptions } from '@/features/media/upload'
import { ApiError } from '@/lib/api'
import { texts } from './texts'

/** Uploads a picture for the account and returns its URL. Throws like sendPicture. */
export async function uploadAvatar(picture: File, options: UploadOptions): Promise<string> {
  const endpoint = { method: 'PUT', path: '/api/user/upload-avatar', field: 'avatar' } as const
  const { data } = await sendPicture<{ data?: { avatar?: string } }>(picture, endpoint, options)
  const avatar = data?.avatar
  if (!avatar) throw new ApiError(200, texts.uploadFailed)
  return avatar
}
