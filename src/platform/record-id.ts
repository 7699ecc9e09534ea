/** Ids of records, made on the device before anything is sent. */
import { v7 } from 'uuid';

/** A UUID version 7: ids of later records sort after those of earlier ones. */
export function newRecordId(): string {
  return v7();
}
