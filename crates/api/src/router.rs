//! The one table of routes: what each is called, what it may cost, and who answers it.

use crate::limits::{Budget, FILE, GAME, GRAPH, JOB, LISTING, PICTURE, POSITION, STAR, UPLOAD, VALUES};
use crate::problem::Refusal;
use crate::question::{Question, Reply};
use crate::routes::{
    compare, export, game, games, graph, jobs, periods, pictures, position, quotient, reply, star, teacher,
    uploads, values,
};

/// What answers a question.
pub type Answerer = fn(&Question<'_>) -> Result<Reply, Refusal>;

/// A route.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The method, in small letters.
    pub method: &'static str,
    /// The path, with its parameter in braces.
    pub path: &'static str,
    /// What a question may cost.
    pub budget: &'static Budget,
    /// What answers it.
    pub answer: Answerer,
}

macro_rules! routes {
    ($($method:ident $path:literal $answer:path, $budget:ident;)*) => {
        /// Every route that is answered without input and output.
        pub const ROUTES: &[Route] =
            &[$(Route { method: stringify!($method), path: $path, budget: &$budget, answer: $answer },)*];
    };
}

routes! {
    get "/api/games" games::list, LISTING;
    get "/api/game" game::one, GAME;
    post "/api/position" position::look, POSITION;
    post "/api/move" position::check, POSITION;
    post "/api/reply" reply::reply, POSITION;
    post "/api/teacher" teacher::teach, POSITION;
    get "/api/values" values::at_once, VALUES;
    get "/api/compare" compare::compare, VALUES;
    post "/api/graph" graph::lay_out, GRAPH;
    post "/api/graph/svg" graph::draw, GRAPH;
    post "/api/quotient/svg" quotient::draw, GRAPH;
    post "/api/graphs" uploads::hand_in, UPLOAD;
    get "/api/jobs" jobs::list, LISTING;
    post "/api/jobs" jobs::start, JOB;
    get "/api/jobs/{id}" jobs::one, LISTING;
    delete "/api/jobs/{id}" jobs::end, JOB;
    get "/api/jobs/{id}/values" values::of_job, VALUES;
    get "/api/jobs/{id}/raster" pictures::raster::raster, PICTURE;
    get "/api/jobs/{id}/scatter" pictures::scatter::scatter, PICTURE;
    get "/api/jobs/{id}/histogram" pictures::histogram::histogram, PICTURE;
    get "/api/jobs/{id}/summary" jobs::summary, PICTURE;
    get "/api/jobs/{id}/export" export::export, FILE;
    get "/api/star/table" star::table, STAR;
    get "/api/star/row" periods::row, STAR;
    get "/api/star/sequence" periods::sequence, STAR;
    get "/api/star/diagonal" periods::diagonal, STAR;
}

impl Route {
    /// The part of a path that this route leaves open, if it is a path of this route; empty where nothing is open.
    pub fn open_part<'p>(&self, path: &'p str) -> Option<&'p str> {
        let Some((before, after)) = self.path.split_once("{id}") else {
            return (self.path == path).then_some("");
        };
        let id = path.strip_prefix(before)?.strip_suffix(after)?;
        (!id.is_empty() && !id.contains('/')).then_some(id)
    }
}

/// The route of a method and a path, and the part of the path that it leaves open.
pub fn find<'p>(method: &str, path: &'p str) -> Option<(&'static Route, &'p str)> {
    let routes = ROUTES.iter().filter(|route| route.method.eq_ignore_ascii_case(method));
    routes.into_iter().find_map(|route| Some((route, route.open_part(path)?)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_lead_to_their_routes() {
        let found = |method, path| find(method, path).map(|(route, id)| (route.path, id));
        assert_eq!(found("GET", "/api/jobs/12"), Some(("/api/jobs/{id}", "12")));
        assert_eq!(found("GET", "/api/jobs/12/raster"), Some(("/api/jobs/{id}/raster", "12")));
        assert_eq!(found("POST", "/api/graph/svg"), Some(("/api/graph/svg", "")));
        assert_eq!(found("DELETE", "/api/jobs/"), None);
        assert_eq!(found("GET", "/api/jobs/1/2/raster"), None);
        assert_eq!(found("PUT", "/api/games"), None);
    }
}
