//! Answers taken over from another image.

use dobutsu_core::database::ImageLayout;
use dobutsu_core::database::odds::Topic;

use crate::image::ImageFile;

/// The section with the answers about a topic in the first of these images that has the same
/// networks for the topic as this one: the answers depend on nothing else.
pub(super) fn answers(topic: Topic, image: &[u8], reuse: &[ImageFile]) -> Option<Vec<u8>> {
    let number = 2 * topic as usize;
    let networks = section(image, number)?;
    let edition = ImageLayout::read(&image).ok()?.edition();
    reuse.iter().find_map(|other| {
        // A position is lost or not, however wins are chosen.
        let is_same = topic == Topic::Loss || other.edition() == Ok(edition);
        let is_same = is_same && section(other.bytes(), number) == Some(networks);
        let answers = section(other.bytes(), number + 1)?;
        (is_same && !answers.is_empty()).then(|| answers.to_vec())
    })
}

fn section(image: &[u8], number: usize) -> Option<&[u8]> {
    let section = ImageLayout::read(&image).ok()?.sections()[number];
    image
        .get(section.at as usize..)?
        .get(..section.len as usize)
}
