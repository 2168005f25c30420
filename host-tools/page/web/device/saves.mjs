// The flash's save region, kept in the browser: what survives a power cut survives a reload.

const STORE = 'regions';
const KEY = 'saves';

function finished(request) {
  return new Promise((done, failed) => {
    request.onsuccess = () => done(request.result);
    request.onerror = () => failed(request.error);
  });
}

export class Saves {
  static async open() {
    const opening = indexedDB.open('dobutsu-device', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    return new Saves(await finished(opening));
  }

  constructor(database) {
    this.database = database;
    this.writing = false;
    this.next = null;
  }

  // The region as it was last kept, or undefined.
  read() {
    return finished(this.database.transaction(STORE).objectStore(STORE).get(KEY));
  }

  // Keeps the region. While one is on its way, only the latest of those that follow is kept: each is
  // the whole flash of a moment, which the firmware can live with.
  async keep(region) {
    this.next = region;
    if (this.writing) return;
    this.writing = true;
    try {
      while (this.next) {
        const bytes = this.next;
        this.next = null;
        const transaction = this.database.transaction(STORE, 'readwrite');
        transaction.objectStore(STORE).put(bytes, KEY);
        await new Promise((done, failed) => {
          transaction.oncomplete = done;
          transaction.onabort = () => failed(transaction.error);
        });
      }
    } finally {
      this.writing = false;
    }
  }
}
